package io.godwit.delivery.check;

/**
 * A port of this node at which it speaks SMTP.
 *
 * @param service the server behind it
 * @param host the address it listens at
 * @param name the host name of the server; empty: not known
 * @param implicitTls whether TLS begins with the first byte
 */
public record OwnPort(Service service, String host, int port, String name, boolean implicitTls) {

    /** The SMTP servers, with the prefixes of their settings. */
    public enum Service {
        /** Receives mail from other mail systems, which mostly take any certificate. */
        RECEIVING("inbound.smtp"),
        /** Takes mail of programs, which refuse a certificate they cannot check. */
        SUBMISSION("submission");

        private final String settings;

        Service(String settings) {
            this.settings = settings;
        }

        String settings() {
            return settings;
        }
    }

    /** Returns an address of this machine that leads to the port. */
    String reachedAt() {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::" -> "::1";
            default -> host;
        };
    }
}
