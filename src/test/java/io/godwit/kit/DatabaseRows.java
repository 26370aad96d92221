package io.godwit.kit;

import io.godwit.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows of a database as a test looks at them and changes them, whosever database it is. */
public interface DatabaseRows {

    /** Each a map of column to value; none for a statement that answers none. */
    List<Map<String, Object>> query(String sql, Object... parameters);

    /** The first column of the only row. */
    default long count(String sql, Object... parameters) {
        return ((Number) query(sql, parameters).get(0).values().iterator().next()).longValue();
    }

    static DatabaseRows of(TestDatabase db) {
        return db::query;
    }

    /** Opens a session. */
    @FunctionalInterface
    interface Opener {
        Connection open() throws SQLException;
    }

    /** Of a jar's embedded PostgreSQL; fails while that is away. */
    static DatabaseRows of(JarServer server) {
        return of(server::connect);
    }

    /** With a session for each statement; fails while there is none to be had. */
    static DatabaseRows of(Opener opener) {
        return (sql, parameters) -> {
            try (var connection = opener.open();
                    var statement = connection.prepareStatement(sql)) {
                for (var at = 0; at < parameters.length; at++) {
                    statement.setObject(at + 1, parameters[at]);
                }
                return statement.execute() ? all(statement) : List.of();
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    private static List<Map<String, Object>> all(PreparedStatement statement) throws SQLException {
        var found = new ArrayList<Map<String, Object>>();
        var result = statement.getResultSet();
        var columns = result.getMetaData();
        while (result.next()) {
            var row = new LinkedHashMap<String, Object>();
            for (var column = 1; column <= columns.getColumnCount(); column++) {
                row.put(columns.getColumnLabel(column), result.getObject(column));
            }
            found.add(row);
        }
        return found;
    }
}
