import { expect, test } from '@jest/globals';
import { ControlledClock } from '../../../../src/cli/provider-states/controlled-clock.ts';

test('wakes those who have waited long enough, and only them', async () => {
  const clock = new ControlledClock(1_000);
  const woken: string[] = [];
  const short = clock.delay(10).then(() => woken.push('short'));
  void clock.delay(11).then(() => woken.push('long'));
  clock.advance(10);
  await short;
  expect(clock.now()).toBe(1_010);
  expect(woken).toEqual(['short']);
});

test('rejects with the signal’s reason', async () => {
  const clock = new ControlledClock(0);
  const controller = new AbortController();
  const waiting = clock.delay(10, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(clock.delay(10, controller.signal)).rejects.toThrow('enough');
});
