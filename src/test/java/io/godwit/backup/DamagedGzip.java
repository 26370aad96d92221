package io.godwit.backup;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/** Copies of a compressed file that a disk or a network has damaged. */
final class DamagedGzip {

    private DamagedGzip() {}

    /**
     * Returns copies with one other byte each, at places spread over the file. A copy that still unpacks to the same content is
     * left out: about one in a thousand is none the worse, as a match of DEFLATE may come from elsewhere (RFC 1951 §3.2.5).
     */
    static List<byte[]> withOneByteChanged(byte[] whole, int places) {
        var content = unpacked(whole).orElseThrow();
        return IntStream.range(1, places)
                .mapToObj(part -> changedAt(whole, (int) ((long) whole.length * part / places)))
                .filter(copy -> unpacked(copy)
                        .filter(same -> Arrays.equals(same, content))
                        .isEmpty())
                .toList();
    }

    private static byte[] changedAt(byte[] whole, int place) {
        var copy = whole.clone();
        copy[place] ^= (byte) 0xFF;
        return copy;
    }

    private static Optional<byte[]> unpacked(byte[] packed) {
        try (var content = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return Optional.of(content.readAllBytes());
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }
}
