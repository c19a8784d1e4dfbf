import { describe, expect, it } from 'vitest';
import { readUsageRequest } from './query.ts';

const now = Date.parse('2026-04-12T22:30:00Z');
const read = (query: string) => readUsageRequest(new URLSearchParams(query), now);

describe('readUsageRequest', () => {
  it.each([
    ['end_date=12.4.2026', 'end_date must be a date such as 2026-04-12.'],
    ['start_date=2026-02-30', 'start_date must be a date such as 2026-04-12.'],
    ['start_date=2026-04-13', 'start_date must not be after end_date.'],
    ['start_date=2025-04-10', 'Ask for at most 366 days.'],
    ['timezone=Mars/Olympus', 'There is no such time zone.'],
  ])('names what is wrong with %s', (query, message) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ message }) as Error);
    expect(read('start_date=2025-04-11').range.first).toBe('2025-04-11');
  });

  it('lists thirty days by default', () => {
    expect(read('')).toMatchObject({
      today: '2026-04-12',
      firstDay: '2026-03-14',
      range: { first: '2026-03-14', last: '2026-04-12' },
    });
  });

  it('reads parameters without a value as absent', () => {
    expect(read('start_date=&end_date=&timezone=')).toMatchObject({
      range: { first: '2026-03-14', last: '2026-04-12' },
    });
  });

  it('counts days in the client’s time zone', () => {
    expect(read('timezone=Europe/Berlin&days=1')).toMatchObject({
      today: '2026-04-13',
      firstDay: '2026-04-13',
    });
  });

  it('accepts a range of dates', () => {
    expect(read('start_date=2026-01-01&end_date=2026-01-31').range).toEqual({
      first: '2026-01-01',
      last: '2026-01-31',
    });
  });

  it.each([
    ['days=0', 'days'],
    ['days=91', 'days'],
    ['days=x', 'days'],
    ['timezone=Mars/Olympus', 'timezone'],
    ['start_date=2026-02-30', 'start_date'],
    ['end_date=12.04.2026', 'end_date'],
    ['start_date=2026-04-02&end_date=2026-04-01', 'start_date'],
    ['start_date=2020-01-01', 'start_date'],
    ['start_date=0000-01-01&end_date=0000-01-02', 'end_date'],
    ['end_date=9999-12-31', 'end_date'],
  ])('refuses %s and names the parameter', (query, param) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ code: 'invalid-request', param }));
  });

  it('accepts one to ninety days', () => {
    expect(read('days=1').firstDay).toBe('2026-04-12');
    expect(read('days=90').firstDay).toBe('2026-01-13');
  });

  it('rejects days out of range with the message that existing tools know', () => {
    expect(() => read('days=91')).toThrow('Invalid days, allowed range is 1-90');
  });
});
