package io.godwit.backup;

/** Names of tables and columns in statements. */
final class SqlName {

    private SqlName() {}

    static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
