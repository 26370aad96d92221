package io.godwit.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.compare.RecordedRequest.Kept;
import io.godwit.compare.RecordedRequest.Until;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list of requests, the variants derived from it, and the list of intended changes. */
final class RequestListTest {

    private static final EndpointPatterns PATTERNS = new EndpointPatterns(
            List.of("GET\t/contacts/:id", "GET\t/contacts/fields", "PATCH\t/contacts/:id", "POST\t/contacts"));

    @Test
    void aLineIsARequestAndTheLinesBelowSayMore() {
        var requests = read(
                "[contacts]",
                "# comment",
                "secret POST /contacts {\"email\":\"ada@example.com\"}",
                "  keep ada /id",
                "  until /state done",
                "  header Idempotency-Key: one two",
                "  once");

        var request = requests.get(0);
        assertThat(requests).hasSize(1);
        assertThat(request.origin().chapter()).isEqualTo("contacts");
        assertThat(request.content().body()).contains("{\"email\":\"ada@example.com\"}");
        assertThat(request.content().headers())
                .containsEntry("Idempotency-Key", "one two")
                .containsEntry("Content-Type", "application/json");
        assertThat(request.sequel().kept()).containsExactly(new Kept("ada", "/id", Optional.empty()));
        assertThat(request.sequel().until()).contains(new Until("/state", "done"));
        assertThat(RequestVariants.of(request, PATTERNS)).isEmpty();
    }

    @Test
    void anUnknownDetailIsRefused() {
        assertThatThrownBy(() -> read("[a]", "nobody GET /", "  nonsense 1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonsense");
    }

    @Test
    void anAddressBelongsToTheMostDefiniteEndpoint() {
        assertThat(PATTERNS.route("GET", "/contacts/fields?limit=1")).isEqualTo("GET /contacts/fields");
        assertThat(PATTERNS.route("GET", "/api/contacts/$ada")).isEqualTo("GET /contacts/:id");
        assertThat(PATTERNS.route("GET", "/elsewhere")).isEqualTo("GET /elsewhere");
    }

    @Test
    void aBodyIsVariedMemberByMember() {
        var request = read("[a]", "secret PATCH /contacts/$ada {\"email\":\"ada@example.com\"}")
                .get(0);

        assertThat(RequestVariants.of(request, PATTERNS))
                .extracting(variant -> variant.origin().variant())
                .contains(
                        "without credentials",
                        "with the public key",
                        "with the key of another project",
                        "with an unknown id for ada",
                        "with a word for ada",
                        "without a body",
                        "with JSON that ends early",
                        "with an unknown member",
                        "without email",
                        "with null for email",
                        "with another type for email")
                .doesNotContain("with limit=0");
    }

    @Test
    void aRequestWithOnlyAccessVariantsIsNeverDoneByThem() {
        var request = read("[a]", "secret PATCH /contacts/$ada {\"subscribed\":true}", "  access")
                .get(0);

        assertThat(RequestVariants.of(request, PATTERNS))
                .noneMatch(variant -> variant.caller() == RequestCaller.SECRET
                        && variant.method().equals("PATCH")
                        && variant.target().equals("/contacts/$ada"));
    }

    @Test
    void anIntendedChangeNamesItsDifferenceWithStars() {
        var changes =
                new IntendedChanges(List.of("GET /a\t*\theader *\tno-store\t*\tbecause", "*\t*\tstatus\t1\t2\tnever"));

        assertThat(changes.find(
                        new AnswerDifference("GET /a", "nobody GET /a", "header cache-control", "no-store", "")))
                .isPresent();
        assertThat(changes.find(new AnswerDifference("GET /a", "nobody GET /a", "status", "200", "404")))
                .isEmpty();
        assertThat(changes.unseen()).hasSize(1);
    }

    private static List<RecordedRequest> read(String... lines) {
        return RequestListReader.read(List.of(lines), PATTERNS);
    }
}
