// Evaluates literals with Python, where it is installed.
import { execFileSync, spawnSync } from 'node:child_process';

export const hasPython = spawnSync('python3', ['--version']).error === undefined;

const program = `
import ast, json, sys
print(json.dumps([ast.literal_eval(each) for each in json.load(sys.stdin)]))
`;

/** @throws Error when one of them is not a literal */
export function evaluatePython(literals: readonly string[]): unknown {
  const input = JSON.stringify(literals);
  return JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' }));
}
