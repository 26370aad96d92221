package io.godwit.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.system.RecentWarnings.LogWarning;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RecentWarningsTest {

    /** PostgreSQL takes no NUL, and the node would not be shown any more. */
    @Test
    void aLineOfTheLogIsKeptWithoutNul() {
        var warnings = RecentWarnings.listen();
        try {
            LoggerFactory.getLogger("test").warn("a\0b");

            assertThat(warnings.newest()).extracting(LogWarning::message).contains("a b");
        } finally {
            warnings.end();
        }
    }
}
