/** The user and the password in a URL to which requests are sent: that of an upstream, a webhook or a collector. */

/** Where requests are sent, with the header that a user and a password in its URL stand for. */
export interface Destination {
  readonly url: string;
  readonly authorization: Readonly<Record<string, string>>;
}

/** Writes them as RFC 7617 says, because some clients of HTTP leave out what a URL has of them, and others refuse it. */
export function readDestination(address: string): Destination {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url: address, authorization: {} };
  url.username = '';
  url.password = '';
  const bytes = new TextEncoder().encode(`${decode(username)}:${decode(password)}`);
  return {
    url: url.href,
    authorization: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` },
  };
}

/** A percent sign that encodes nothing stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
