package io.godwit.inbound.mail;

import io.godwit.mailauth.AuthResult;
import io.godwit.mailauth.AuthResults;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A message as it is stored until it is processed: on one line its envelope and the results of its checks, then the message
 * unchanged.
 *
 * @param from MAIL FROM; empty for the null path
 * @param recipients those of RCPT TO that are ours
 */
record StoredMail(String from, List<String> recipients, AuthResults authResults, byte[] message) {

    private static final String PART = "\t";

    /** The prefix of entries of signers, which are no recipients: addresses have no control characters. */
    private static final String SIGNER = "\u007fsigner=";

    private static final String UNVERIFIED = "\u007funverified";

    private static final int FIRST_RECIPIENT = 4;

    StoredMail {
        recipients = List.copyOf(recipients);
    }

    /** Serializes the message; addresses have no control characters, and any in them are removed. */
    Buffer toBuffer() {
        var line = new ArrayList<>(List.of(
                plain(from),
                authResults.spf().name(),
                authResults.dkim().name(),
                authResults.dmarc().name()));
        recipients.forEach(recipient -> line.add(plain(recipient)));
        authResults.signers().forEach(signer -> line.add(SIGNER + plain(signer)));
        if (authResults.unverified()) {
            line.add(UNVERIFIED);
        }
        return Buffer.buffer(message.length + 200)
                .appendBytes((String.join(PART, line) + "\n").getBytes(StandardCharsets.UTF_8))
                .appendBytes(message);
    }

    /** Parses a serialized message; fails for bytes that {@link #toBuffer} has not written. */
    static StoredMail read(Buffer raw) {
        var bytes = raw.getBytes();
        var end = 0;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        var line = new String(bytes, 0, end, StandardCharsets.UTF_8).split(PART, -1);
        if (line.length < FIRST_RECIPIENT) {
            throw new IllegalArgumentException("The envelope of the mail cannot be read");
        }
        var remaining = Arrays.asList(line).subList(FIRST_RECIPIENT, line.length);
        return new StoredMail(
                line[0],
                remaining.stream()
                        .filter(part -> !part.startsWith(SIGNER) && !part.equals(UNVERIFIED))
                        .toList(),
                new AuthResults(
                        AuthResult.valueOf(line[1]),
                        AuthResult.valueOf(line[2]),
                        AuthResult.valueOf(line[3]),
                        signers(remaining),
                        remaining.contains(UNVERIFIED)),
                Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length));
    }

    private static List<String> signers(List<String> parts) {
        return parts.stream()
                .filter(part -> part.startsWith(SIGNER))
                .map(part -> part.substring(SIGNER.length()))
                .toList();
    }

    private static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "");
    }
}
