/**
 * Version labels are numbers joined by dots (`1405.2`), compared number by number; a missing number
 * counts as 0. By custom the first is the latest Jalali year covered, the second counts releases.
 */
const LABEL = /^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){0,3}$/;

export const isVersionLabel = (text: string): boolean => LABEL.test(text);

/** Below zero where `a` comes before `b`, zero where they are of one rank (`1` and `1.0`). */
export const compareVersions = (a: string, b: string): number => {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
