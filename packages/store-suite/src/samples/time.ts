/** The time and the hashes of all samples. */

/** The creation time of all samples, in milliseconds since 1970. */
export const sampleTime = 1_700_000_000_000;

/** A hash in the stored form, 64 hexadecimal digits, unique for each number. */
export function sampleHash(serial: number): string {
  return serial.toString(16).padStart(64, '0');
}
