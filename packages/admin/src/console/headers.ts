/** The security headers of every response below `/console`. */

/** Browser features that the console never uses. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * Scripts, styles and requests are allowed only from and to the gateway's own origin, and no other site may
 * embed the console or keep a reference to its window.
 */
const consoleHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
};

/** Adds the headers to a response, which must have been created here so that its headers are mutable. */
export function addConsoleHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(consoleHeaders)) response.headers.set(name, value);
  return response;
}
