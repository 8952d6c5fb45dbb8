import ipaddr from 'ipaddr.js';

/**
 * What an address is limited under. IPv6 by its /64, for one host commonly has all of it; IPv4 written as IPv6 as IPv4.
 * What is not an address is its own subject.
 */
export function ipSubject(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`;
}
