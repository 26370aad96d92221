package io.godwit.sending.content;

import io.godwit.core.NamedAddress;
import java.util.List;

/**
 * The {@code To} and {@code Cc} fields of a message to several recipients (RFC 5322 §3.6.3); every copy shows both. Bcc is in
 * no copy.
 */
public record DestinationFields(List<NamedAddress> to, List<NamedAddress> cc) {

    public DestinationFields {
        to = List.copyOf(to);
        cc = List.copyOf(cc);
    }
}
