/** The services that a request asks for, such as a tier; used to reserve and to charge where no reply states them. */
import { servicesOf, type CanonicalRequest } from '@parley/protocol';

/** Returns them as `Usage.services`; `undefined` for the usual one. */
export function requestedServices(request: CanonicalRequest): readonly string[] | undefined {
  const { services } = request;
  const { services: tier } = servicesOf(request.serviceTier);
  return tier === undefined || services === undefined ? (tier ?? services) : [...tier, ...services];
}
