/** The part of autocannon that the load uses; the package has no types. */
declare module 'autocannon' {
  export interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  export interface Options {
    url: string;
    connections: number;
    duration: number;
    requests: readonly Request[];
  }
  export interface Run extends Promise<{ non2xx: number; errors: number }> {
    /** `milliseconds`: of one answer, with fractions. */
    on(event: 'response', told: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void;
  }
  export default function autocannon(options: Options): Run;
}
