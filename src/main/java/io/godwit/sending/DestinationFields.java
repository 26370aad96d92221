package io.godwit.sending;

import io.godwit.core.Mailbox;
import java.util.List;

/**
 * The {@code To} and {@code Cc} fields of a message that goes to several people (RFC 5322 §3.6.3); every copy shows both. Bcc is
 * in no copy.
 */
public record DestinationFields(List<Mailbox> to, List<Mailbox> cc) {

    public DestinationFields {
        to = List.copyOf(to);
        cc = List.copyOf(cc);
    }
}
