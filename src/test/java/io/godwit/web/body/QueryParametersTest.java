package io.godwit.web.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParametersTest {

    @Test
    void namesAndValuesAreDecoded() {
        var query = QueryParameters.of("search=a+b%26c&limit=50&flag=true&empty=&bare&search=second");

        assertThat(query.text("search")).contains("a b&c");
        assertThat(query.number("limit", 20, 1, 100)).isEqualTo(50);
        assertThat(query.number("page", 1, 1, 100)).isEqualTo(1);
        assertThat(query.flag("flag")).contains(true);
        assertThat(query.flag("other")).isEmpty();
        assertThat(query.text("empty")).contains("");
        assertThat(query.text("bare")).contains("");
        query.check();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "-1", "101", "1000000000", "1;", "1.5", "NaN", "", "99999999999999999999", "+", "%31x"})
    void aNumberOutOfRangeOrNoneIsAMistake(String limit) {
        var query = QueryParameters.of("limit=" + limit);

        query.number("limit", 20, 1, 100);

        var failure = catchThrowableOfType(Failure.class, query::check);
        assertThat(failure.issues()).extracting(Failure.Issue::field).containsExactly("limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%zz", "a=%C3", "a=%00", "a=%ED%A0%80", "%ff=1"})
    void whatCannotBeReadIsAMistake(String text) {
        var failure = catchThrowableOfType(
                Failure.class, () -> QueryParameters.of(text).check());

        assertThat(failure.issues()).hasSize(1);
    }

    @Test
    void everyMistakeIsToldAtOnce() {
        var query = QueryParameters.of("limit=0&flag=maybe");

        query.number("limit", 20, 1, 100);
        query.flag("flag");

        assertThat(catchThrowableOfType(Failure.class, query::check).issues()).hasSize(2);
    }

    @Test
    void aThousandParametersAreTooMany() {
        assertThat(catchThrowableOfType(Failure.class, () -> QueryParameters.of("a=1&".repeat(1000))
                        .check()))
                .isNotNull();
    }
}
