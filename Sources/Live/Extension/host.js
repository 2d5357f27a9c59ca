/** The name under which the native host is registered. */
export const hostName = "dev.retrace.live";
