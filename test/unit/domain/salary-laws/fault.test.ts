import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Fault, FaultList, faultLine } from '../../../../src/domain/salary-laws/fault.ts';

const faults = fc.array(
  fc.record({
    file: fc.constantFrom('manifest.json', 'years/1404.json', 'years/1405.json'),
    path: fc.string(),
    expected: fc.string(),
  }),
  { maxLength: 60 },
);

describe('a list of faults', () => {
  test('keeps the first twenty in order, and counts all', () => {
    fc.assert(
      fc.property(fc.array(faults, { maxLength: 5 }), fc.boolean(), (groups, nested) => {
        const list = new FaultList();
        for (const group of groups) list.add(nested ? new FaultList().add(group) : group);
        const all: Fault[] = groups.flat();
        expect(list.count).toBe(all.length);
        expect(list.kept.length).toBeLessThanOrEqual(20 + 3);
        if (!nested) expect(list.kept.slice(0, 20)).toEqual(all.slice(0, 20));
      }),
    );
  });

  test('keeps a fault of each file, however many there are of another', () => {
    const runs = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 90 })),
    );
    fc.assert(
      fc.property(runs, fc.boolean(), (groups, nested) => {
        const list = new FaultList();
        for (const [file, count] of groups) {
          const group = Array<Fault>(count).fill({ file, path: '', expected: '' });
          list.add(nested ? new FaultList().add(group) : group);
        }
        const files = new Set(groups.map(([file]) => file));
        expect(new Set(list.kept.map(({ file }) => file))).toEqual(files);
      }),
    );
  });

  test('keeps few even of very many files', () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ file: `${n}`, path: '', expected: '' }));
    expect(new FaultList().add([...many, ...many]).kept.length).toBeLessThanOrEqual(60);
  });

  test('takes more than the stack could hold as arguments', () => {
    const fault: Fault = { file: 'f', path: '', expected: 'x' };
    expect(new FaultList().add(Array(500_000).fill(fault)).count).toBe(500_000);
  });
});

test('a line of a fault is short, whatever it is made of', () => {
  const text = fc.nat(50_000).map((length) => 'x'.repeat(length));
  fc.assert(
    fc.property(text, text, text, text, (file, path, value, expected) => {
      expect(faultLine({ file, path, value, expected }).length).toBeLessThan(700);
    }),
  );
});
