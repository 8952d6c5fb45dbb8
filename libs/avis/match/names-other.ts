/** Whether both lists name something and nothing is common. */
export function namesOther(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length > 0 && b.length > 0 && !a.some((one) => b.includes(one));
}
