package io.godwit.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The pages of this run that are not closed, for a record of what they show when a test fails. */
final class OpenPages {

    private static final Path FOLDER = Path.of("target/screenshots/failures");
    private static final List<Browser> OPEN = new CopyOnWriteArrayList<>();

    private OpenPages() {}

    static void add(Browser page) {
        OPEN.add(page);
    }

    /** Returns false for a page that was removed before. */
    static boolean remove(Browser page) {
        return OPEN.remove(page);
    }

    /** Leaves a picture of each page, and a text with its address, its words and the errors of its console. */
    static void record(String name) {
        for (var number = 0; number < OPEN.size(); number++) {
            var page = OPEN.get(number);
            var file = FOLDER.resolve(number == 0 ? name : name + "-" + (number + 1));
            page.screenshot(file.resolveSibling(file.getFileName() + ".png"));
            write(file.resolveSibling(file.getFileName() + ".txt"), page.shown() + "\n" + page.complaints());
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
