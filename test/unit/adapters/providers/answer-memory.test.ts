import { expect, test } from '@jest/globals';
import { AnswerMemory } from '../../../../src/adapters/providers/answer-memory.ts';

const answer = (etag: string) => ({ etag, document: etag });

test('remembers the last answer of each URL', () => {
  const memory = new AnswerMemory(2);
  memory.remember('a', answer('1'));
  memory.remember('a', answer('2'));
  expect(memory.recall('a')).toEqual(answer('2'));
});

test('lets the URL go that was unused for longest', () => {
  const memory = new AnswerMemory(2);
  memory.remember('a', answer('1'));
  memory.remember('b', answer('2'));
  memory.recall('a');
  memory.remember('c', answer('3'));
  expect(memory.recall('b')).toBeUndefined();
  expect(memory.recall('a')).toEqual(answer('1'));
  expect(memory.recall('c')).toEqual(answer('3'));
});

test('forgets what has no validator any more', () => {
  const memory = new AnswerMemory(2);
  memory.remember('a', answer('1'));
  memory.remember('a', undefined);
  expect(memory.recall('a')).toBeUndefined();
});
