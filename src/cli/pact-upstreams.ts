import { CATALOGUE } from '../adapters/providers/catalogue.ts';
import { loadSettings } from '../config.ts';
import { examine, type Finding } from './pact/upstreams-command.ts';

/**
 * `npm run pact:upstreams [-- <provider> …]`: one line per provider. Exit code 1 if one answers
 * otherwise than agreed, 2 if none does but some could not be reached or do not exist.
 */
const names = CATALOGUE.map(({ profile }) => profile.name);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`no such provider: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  const { upstream } = loadSettings({ env: process.env, providers: names });
  const width = Math.max(...names.map(({ length }) => length));
  const findings: Finding[] = [];
  // One after another: nobody's host is to feel this, and the lines come in order.
  for (const { profile, origin } of CATALOGUE) {
    if (asked.length > 0 && !asked.includes(profile.name)) continue;
    const own = upstream.origins[profile.name];
    const finding = await examine({ profile, origin: own ?? origin }, Date.now());
    findings.push(finding);
    console.log(
      `${finding.provider.padEnd(width)}  ${finding.verdict.padEnd(11)}  ${finding.detail}`,
    );
  }
  const has = (verdict: Finding['verdict']) => findings.some((each) => each.verdict === verdict);
  if (has('changed')) process.exitCode = 1;
  else if (has('unreachable')) process.exitCode = 2;
}
