/** What the settlement queue keeps of a settlement until the store has it. */
import {
  decodeSettlement,
  encodeSettlement,
  type SettledReservation,
  type Settlement,
} from '../../../store/index.ts';

/** What the end of an exchange releases. */
export interface EndedExchange {
  readonly id: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly reservation: SettledReservation | undefined;
}

/** A settlement that waits: as text, because its objects would survive several collections of the young generation. */
export interface WaitingSettlement extends EndedExchange {
  readonly text: string;
}

/** What the end of the settled exchange releases. */
export function endedExchange(settlement: Settlement | WaitingSettlement): EndedExchange {
  if ('text' in settlement) return settlement;
  const { record, reservation } = settlement;
  const { id, keyId, accountId } = record;
  return { id, keyId, accountId, reservation };
}

/** Encodes a settlement, which then waits for the store as text. */
export function waitingSettlement(settlement: Settlement): WaitingSettlement {
  return { ...endedExchange(settlement), text: encodeSettlement(settlement) };
}

/** The fields that an operator needs to charge it by hand. */
export function describeSettlement(
  settlement: Settlement | WaitingSettlement,
): Readonly<Record<string, unknown>> {
  const { record } = 'text' in settlement ? decodeSettlement(settlement.text) : settlement;
  return {
    request_id: record.id,
    key_id: record.keyId,
    account_id: record.accountId,
    charged_nano_usd: record.chargedNanoUsd,
    usage: record.usage,
  };
}
