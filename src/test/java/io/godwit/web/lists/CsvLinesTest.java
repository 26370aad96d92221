package io.godwit.web.lists;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvLinesTest {

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"})
    void aCellThatASpreadsheetWouldCalculateIsMadeText(String cell) {
        assertThat(CsvLines.safe(cell)).isEqualTo("'" + cell);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Ada", "1+1", "a=b", "ada@example.com"})
    void anyOtherCellStaysAsItIs(String cell) {
        assertThat(CsvLines.safe(cell)).isEqualTo(cell);
    }
}
