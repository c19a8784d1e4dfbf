import { beforeEach, describe, expect, it } from 'vitest';
import { BodyQueue } from './body-queue.ts';

const steps: string[] = [];
beforeEach(() => {
  steps.length = 0;
});

function open(): BodyQueue {
  return new BodyQueue({
    pause: () => steps.push('pause'),
    resume: () => steps.push('resume'),
  });
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const half = new Uint8Array(64 * 1024);

async function readText(queue: BodyQueue): Promise<string | undefined> {
  const chunk = await queue.read();
  return chunk && Buffer.from(chunk).toString();
}

describe('a failure', () => {
  it('follows the bytes that came before it', async () => {
    const queue = open();
    queue.push(bytes('a'));
    queue.fail(new Error('broken'));
    queue.fail(new Error('again'));
    queue.push(bytes('b'));
    expect(await readText(queue)).toBe('a');
    await expect(queue.read()).rejects.toThrow('broken');
    expect(queue.isRead).toBe(false);
  });

  it('reaches a reader that waits', async () => {
    const queue = open();
    const reading = queue.read();
    queue.fail(new Error('broken'));
    await expect(reading).rejects.toThrow('broken');
  });

  it('after the end is none', async () => {
    const queue = open();
    queue.end();
    queue.fail(new Error('late'));
    expect(await queue.read()).toBeUndefined();
  });
});

describe('what is discarded', () => {
  it('is not read, also when it had ended', async () => {
    const queue = open();
    queue.push(bytes('a'));
    queue.end();
    queue.discard(new Error('left'));
    await expect(queue.read()).rejects.toThrow('left');
    expect(queue.isRead).toBe(false);
    const waiting = open();
    const reading = waiting.read();
    waiting.discard(new Error('left'));
    waiting.push(bytes('a'));
    await expect(reading).rejects.toThrow('left');
    await expect(waiting.read()).rejects.toThrow('left');
  });
});

describe('the bytes of a body', () => {
  it('are read in order, those that wait at once, and then the end', async () => {
    const queue = open();
    const first = readText(queue);
    queue.push(bytes('a'));
    expect(await first).toBe('a');
    queue.push(bytes('b'));
    expect(await readText(queue)).toBe('b');
    for (const text of ['c', '', 'd']) queue.push(bytes(text));
    expect(await readText(queue)).toBe('cd');
    const last = queue.read();
    expect(queue.isRead).toBe(false);
    queue.end();
    expect(await last).toBeUndefined();
    expect(await queue.read()).toBeUndefined();
    expect(queue.isRead).toBe(true);
    expect(steps).toEqual([]);
  });

  it('that have not been read keep a body from being read', () => {
    const queue = open();
    queue.push(bytes('a'));
    queue.end();
    expect(queue.isRead).toBe(false);
  });

  it('pause the connection when they are too many, once, until they are read', async () => {
    const queue = open();
    queue.push(half);
    queue.push(half.subarray(1));
    expect(steps).toEqual([]);
    queue.push(half.subarray(0, 1));
    queue.push(half);
    expect(steps).toEqual(['pause']);
    expect((await queue.read())?.length).toBe(3 * half.length);
    expect(steps).toEqual(['pause', 'resume']);
    queue.push(half);
    expect((await queue.read())?.length).toBe(half.length);
    for (let count = 0; count < 2; count += 1) queue.push(half);
    expect(steps).toEqual(['pause', 'resume', 'pause']);
  });
});
