package io.godwit.accounts;

import io.godwit.accounts.Welcome.Entered;
import io.godwit.core.EmailAddress;
import io.godwit.web.Answer;
import io.godwit.web.PlainPage;
import java.util.Map;

/** How the end of a sign-in is told. */
final class Greeting {

    static final String SET_COOKIE = "Set-Cookie";

    private Greeting() {}

    /** What a sign-in tells of a user. */
    private record Person(String id, EmailAddress email) {

        static Person of(User user) {
            return new Person(user.id().toString(), user.email());
        }
    }

    /** What shows that a code was asked for. */
    private record Asked(String token, long expiresIn) {}

    /** Those who have to show a code are told by {@code secondFactor}; who does not know it shows them the sentence. */
    static Answer of(Welcome welcome) {
        if (welcome.ticket().isPresent()) {
            var asked = new Asked(welcome.ticket().get().text(), SecondFactor.LIFETIME.toSeconds());
            return Answer.ok(Map.of("success", false, "data", welcome.refusal(), "secondFactor", asked));
        }
        return welcome.entered()
                .map(Greeting::entered)
                .orElseGet(() -> Answer.ok(Map.of("success", false, "data", welcome.refusal())));
    }

    private static Answer entered(Entered entered) {
        return Answer.ok(Map.of("success", true, "data", Person.of(entered.user())))
                .with(SET_COOKIE, entered.cookie());
    }

    /** The same for people without a dashboard. */
    static Answer page(Welcome welcome) {
        return welcome.entered()
                .map(entered -> PlainPage.of(200, "You are signed in", "You can close this page.")
                        .with(SET_COOKIE, entered.cookie()))
                .orElseGet(() -> PlainPage.of(400, "That did not work", welcome.refusal()));
    }
}
