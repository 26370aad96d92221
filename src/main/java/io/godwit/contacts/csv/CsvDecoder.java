package io.godwit.contacts.csv;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Decodes the bytes of a CSV file. A byte-order mark names the character set; without one it is UTF-8 if the bytes are valid,
 * else windows-1252, which spreadsheets on Windows write and which contains Latin-1.
 */
public final class CsvDecoder {

    private static final Charset WINDOWS = Charset.forName("windows-1252");
    private static final int BUFFER = 8 << 10;
    private static final int FIRST_LINE = 4 << 10;

    /** A byte-order mark and its character set. */
    private record ByteOrderMark(Charset charset, int... bytes) {

        boolean begins(byte[] file) {
            return startsWith(file, 0, bytes);
        }

        /** Returns the position after the mark, and after those that programs wrote before one that was there. */
        int end(byte[] file) {
            var end = bytes.length;
            while (startsWith(file, end, bytes)) {
                end += bytes.length;
            }
            return end;
        }
    }

    private static final List<ByteOrderMark> MARKS = List.of(
            new ByteOrderMark(StandardCharsets.UTF_8, 0xEF, 0xBB, 0xBF),
            new ByteOrderMark(StandardCharsets.UTF_16LE, 0xFF, 0xFE),
            new ByteOrderMark(StandardCharsets.UTF_16BE, 0xFE, 0xFF));

    /** The first bytes of files that are no text: archives and spreadsheets, programs, old office files, PDF, images. */
    private static final List<int[]> NO_TEXT = List.of(
            new int[] {'P', 'K', 3, 4},
            new int[] {'P', 'K', 5, 6},
            new int[] {0x1F, 0x8B},
            new int[] {'7', 'z', 0xBC, 0xAF},
            new int[] {'R', 'a', 'r', '!'},
            new int[] {'M', 'Z', 0x90},
            new int[] {0x7F, 'E', 'L', 'F'},
            new int[] {0xD0, 0xCF, 0x11, 0xE0},
            new int[] {'%', 'P', 'D', 'F'},
            new int[] {0x89, 'P', 'N', 'G'},
            new int[] {0xFF, 0xD8, 0xFF},
            new int[] {'G', 'I', 'F', '8'});

    private final byte[] file;
    private final int from;
    private final Charset charset;

    private CsvDecoder(byte[] file, int from, Charset charset) {
        this.file = file;
        this.from = from;
        this.charset = charset;
    }

    static CsvDecoder of(byte[] file) {
        return MARKS.stream()
                .filter(mark -> mark.begins(file))
                .findFirst()
                .map(mark -> new CsvDecoder(file, mark.end(file), mark.charset()))
                .orElseGet(() -> new CsvDecoder(file, 0, isUtf8(file) ? StandardCharsets.UTF_8 : WINDOWS));
    }

    /** Returns whether the file is a text: it is none when it begins like one of {@link #NO_TEXT}, or has a NUL in its first line. */
    public static boolean isText(byte[] file) {
        return MARKS.stream().anyMatch(mark -> mark.begins(file))
                || (NO_TEXT.stream().noneMatch(magic -> startsWith(file, 0, magic)) && !hasNulInFirstLine(file));
    }

    private static boolean hasNulInFirstLine(byte[] file) {
        for (var at = 0; at < Math.min(file.length, FIRST_LINE) && file[at] != '\n'; at++) {
            if (file[at] == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] file, int from, int[] beginning) {
        if (file.length - from < beginning.length) {
            return false;
        }
        for (var at = 0; at < beginning.length; at++) {
            if ((file[from + at] & 0xFF) != beginning[at]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUtf8(byte[] file) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var in = ByteBuffer.wrap(file);
        var out = CharBuffer.allocate(BUFFER);
        while (true) {
            var result = decoder.decode(in, out, true);
            if (result.isUnderflow()) {
                return !decoder.flush(out.clear()).isError();
            } else if (result.isError()) {
                return false;
            }
            out.clear();
        }
    }

    /** Reads the file from the beginning; octets that cannot be decoded become U+FFFD. */
    Reader reader() {
        return new InputStreamReader(new ByteArrayInputStream(file, from, file.length - from), decoder());
    }

    private CharsetDecoder decoder() {
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }
}
