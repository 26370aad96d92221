package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SmtpCaller;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a refused sender does not learn whether another project has the domain. */
@Tag("server")
@CloseFields
class ForeignSenderTest {

    private static SubmissionNode node;

    @BeforeAll
    static void start() {
        node = SubmissionNode.start();
    }

    @Test
    void noReplyTellsThatAnotherProjectHasTheDomainOfTheSender() {
        var other = node.server().domain(1);
        var nobodys = "example9.test";
        assertThat(other).hasSameSizeAs(nobodys);

        try (var caller = node.loggedIn()) {
            var refused = refusal(caller, nobodys);
            assertThat(refused).startsWith("550 5.7.1 ");
            assertThat(refusal(caller, other)).isEqualTo(refused.replace(nobodys, other));
        }
    }

    private static String refusal(SmtpCaller caller, String domain) {
        return SubmissionNode.submit(
                caller,
                "From: Shop <shop@" + domain + ">\r\nSubject: Your order\r\n\r\nHello\r\n",
                SubmissionNode.reader());
    }
}
