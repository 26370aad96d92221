package io.godwit.contacts.search;

import io.godwit.contacts.AddressSignature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Some addresses of a project in one row. */
record AddressBlock(List<String> addresses) {

    /**
     * Max bytes of the text of a block. With its signature of 1,024 bytes, the ids and the headers of PostgreSQL it takes half a
     * page of 8 KB.
     */
    static final int MAX_BYTES = 2_900;

    private static final String SEPARATOR = "\n";

    AddressBlock {
        addresses = List.copyOf(addresses);
    }

    /** Splits texts of blocks into full blocks; only the last may have room. An address is kept once. */
    static List<AddressBlock> merge(List<String> texts) {
        var distinct = new LinkedHashSet<String>();
        texts.forEach(text ->
                distinct.addAll(text.lines().filter(line -> !line.isEmpty()).toList()));
        var blocks = new ArrayList<AddressBlock>();
        var lines = new ArrayList<String>();
        var bytes = SEPARATOR.length();
        for (var address : distinct) {
            var size = address.getBytes(StandardCharsets.UTF_8).length + SEPARATOR.length();
            if (bytes + size > MAX_BYTES) {
                blocks.add(new AddressBlock(lines));
                lines.clear();
                bytes = SEPARATOR.length();
            }
            lines.add(address);
            bytes += size;
        }
        if (!lines.isEmpty()) {
            blocks.add(new AddressBlock(lines));
        }
        return blocks;
    }

    /** Each address between two line feeds. */
    String text() {
        return SEPARATOR + String.join(SEPARATOR, addresses) + SEPARATOR;
    }

    byte[] signature() {
        return AddressSignature.of(addresses);
    }
}
