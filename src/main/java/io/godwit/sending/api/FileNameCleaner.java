package io.godwit.sending.api;

/** Removes folders and misleading characters from the names of attachments. */
final class FileNameCleaner {

    private static final String ANONYMOUS = "attachment";

    private FileNameCleaner() {}

    /**
     * Returns the last part of a path, so that a saved file cannot leave its folder; characters that change the direction of
     * writing are left out, because a name that reads backwards from its middle on can make a program look like a document.
     */
    static String withoutFolders(String name) {
        var start = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
        var file = new StringBuilder();
        name.substring(start)
                .chars()
                .filter(character -> !isDirectionControl(character))
                .forEach(character -> file.append((char) character));
        var bare = file.toString().strip();
        return bare.isEmpty() || bare.equals(".") || bare.equals("..") ? ANONYMOUS : bare;
    }

    private static boolean isDirectionControl(int character) {
        return (character >= '\u202a' && character <= '\u202e')
                || (character >= '\u2066' && character <= '\u2069')
                || character == '\u200e'
                || character == '\u200f'
                || character == '\u061c';
    }
}
