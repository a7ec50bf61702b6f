/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  // All cores: jest would leave one idle, and half of two is a long wait.
  maxWorkers: '100%',
  // A bound for what hangs, not a measure: machines that run the suite may be busy.
  testTimeout: 60_000,
};
