import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A server's certificate, signed by itself, with its key. */
export interface Certificate {
  /** Whom it is made out to: a name or an address. */
  readonly host: string;
  readonly pem: string;
  readonly key: string;
}

/** Made anew for each run, so that no key lies about; OpenSSL comes with most systems. */
export const certificateFor = async (host: string): Promise<Certificate> => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  try {
    const [pem, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`],
      ...['-out', pem, '-keyout', key],
    ]);
    return { host, pem: await readFile(pem, 'utf8'), key: await readFile(key, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
};
