import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.tukaani.xz.ARM64Options;
import org.tukaani.xz.FilterOptions;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/**
 * Packs a bundled PostgreSQL anew: the archive for macOS holds each library under up to three names, as copies where the Linux
 * ones have links, and each program twice, for Intel's and for Apple's processors, of which the archive's name promises one.
 * Run by the build with the jar, the name of the archive in it, and the file to write; an archive that is there already is kept.
 * The build starts it beside the compiler, which leaves a core idle, and once more where the archive is needed: the second run
 * waits for the first by the lock of a file, or does its work when it has failed.
 */
final class RepackPostgres {

    /** Most of the gain of a slower preset comes from the size of the dictionary (measured 2026-11-23: 18 MB of 71). */
    private static final int PRESET = 1;

    private static final int DICTIONARY = 64 << 20;

    /** The first bytes of a file that holds one program for several processors ({@code FAT_MAGIC} of mach-o/fat.h). */
    private static final int UNIVERSAL = 0xcafebabe;

    /** Apple's processors ({@code CPU_TYPE_ARM64} of mach/machine.h). */
    private static final int ARM64 = 0x0100000c;

    private RepackPostgres() {}

    private record Entry(TarArchiveEntry header, byte[] content) {

        String name() {
            return header.getName();
        }

        String directory() {
            return name().substring(0, name().lastIndexOf('/') + 1);
        }
    }

    public static void main(String... arguments) throws IOException {
        var packed = Path.of(arguments[2]).toAbsolutePath();
        Files.createDirectories(packed.getParent());
        var lock = packed.getParent().resolveSibling(packed.getFileName() + ".lock");
        try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (!Files.exists(packed)) {
                pack(arguments[0], arguments[1], packed);
            }
        }
    }

    private static void pack(String file, String name, Path packed) throws IOException {
        var half = packed.resolveSibling(packed.getFileName() + ".half");
        try (var jar = new ZipFile(file);
                var archive = jar.getInputStream(jar.getEntry(name))) {
            write(read(archive), half);
        }
        Files.move(half, packed);
    }

    private static List<Entry> read(InputStream archive) throws IOException {
        var entries = new ArrayList<Entry>();
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                entries.add(new Entry(entry, forArm64(entry.getName(), tar.readAllBytes())));
            }
        }
        return entries;
    }

    /**
     * Takes the program for Apple's processors out of a universal file; it has a signature of its own, so it runs alone. The
     * header is a count, then for each processor its type, a subtype, the program's offset and size, and an alignment.
     */
    private static byte[] forArm64(String name, byte[] content) throws IOException {
        var header = ByteBuffer.wrap(content);
        if (content.length < 8 || header.getInt() != UNIVERSAL) {
            return content;
        }
        for (var left = header.getInt(); left > 0; left--) {
            var processor = header.getInt();
            header.getInt();
            var offset = header.getInt();
            var size = header.getInt();
            header.getInt();
            if (processor == ARM64) {
                return Arrays.copyOfRange(content, offset, offset + size);
            }
        }
        throw new IOException(name + " has no program for arm64");
    }

    private static void write(List<Entry> entries, Path file) throws IOException {
        try (var tar = new TarArchiveOutputStream(new XZOutputStream(
                new BufferedOutputStream(Files.newOutputStream(file)),
                new FilterOptions[] {new ARM64Options(), compression()}))) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            var copies = copies(entries);
            for (var entry : entries) {
                write(entry, copies.get(entry), tar);
            }
        }
    }

    private static LZMA2Options compression() throws IOException {
        var options = new LZMA2Options(PRESET);
        options.setDictSize(DICTIONARY);
        return options;
    }

    private static void write(Entry entry, Entry original, TarArchiveOutputStream tar) throws IOException {
        if (original == null) {
            entry.header().setSize(entry.content().length);
            tar.putArchiveEntry(entry.header());
            tar.write(entry.content());
        } else {
            var link = new TarArchiveEntry(entry.name(), TarConstants.LF_SYMLINK);
            link.setLinkName(original.name().substring(original.directory().length()));
            tar.putArchiveEntry(link);
        }
        tar.closeArchiveEntry();
    }

    /** The longest name, which has the whole version in it, keeps the bytes; same bytes beside it become links to it. */
    private static Map<Entry, Entry> copies(List<Entry> entries) {
        var files = entries.stream()
                .filter(entry -> entry.header().isFile() && entry.content().length > 0)
                .sorted(Comparator.comparing((Entry entry) -> -entry.name().length())
                        .thenComparing(Entry::name))
                .toList();
        var originals = new HashMap<String, List<Entry>>();
        var copyToOriginal = new HashMap<Entry, Entry>();
        for (var file : files) {
            var beside = originals.computeIfAbsent(
                    file.directory() + " " + file.header().getMode() + " " + Arrays.hashCode(file.content()),
                    key -> new ArrayList<>());
            beside.stream()
                    .filter(one -> Arrays.equals(one.content(), file.content()))
                    .findFirst()
                    .ifPresentOrElse(one -> copyToOriginal.put(file, one), () -> beside.add(file));
        }
        return copyToOriginal;
    }
}
