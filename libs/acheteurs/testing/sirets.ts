/** A valid SIRET of nobody. @param siren its first eight digits and more, as a number. */
export function siretOf(siren: number, nic = 1): string {
  const nine = withKey(String(siren).padStart(8, '0'));
  return withKey(`${nine}${String(nic).padStart(4, '0')}`);
}

/** Adds the digit that Luhn wants. */
function withKey(digits: string): string {
  const sum = Array.from(digits, Number)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
