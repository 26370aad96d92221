package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names in the dashboard are the field's standard terms, as those in Java and SQL are. */
@Tag("slow")
final class TypeScriptNamingTest {

    /** The variable and the setter of a component's state. */
    private static final Pattern STATE = Pattern.compile("const \\[\\w*, (\\w+)] = useState\\b");

    @Test
    void noNameInTypeScriptContainsABannedWord() {
        assertThat(TypeScriptNames.all())
                .filteredOn(BannedWords.ofTypeScript()::isIn)
                .isEmpty();
    }

    @Test
    void noStyleAndNoTextSaysMailForAnEmail() {
        assertThat(TypeScriptNames.ofStylesAndTexts())
                .hasSizeGreaterThan(1_000)
                .filteredOn(BannedWords.ofStylesAndTexts()::isIn)
                .isEmpty();
    }

    @Test
    void theStateOfAComponentIsSetByASetter() {
        assertThat(TypeScriptNames.sources()
                        .flatMap(file -> setters(file.text()).map(name -> file.path() + ": " + name)))
                .hasSizeGreaterThan(100)
                .allMatch(setter -> setter.matches(".*: set[A-Z]\\w+"));
    }

    private static Stream<String> setters(String source) {
        return STATE.matcher(source).results().map(match -> match.group(1));
    }

    @Test
    void mailIsFoundWhereItIsNoTermOfTheField() {
        var source = """
                import { MailFrame } from "../kit/email-frame.tsx";
                const mails = (mail: Email) => openMail(mail.mailHost, mailServer, mailbox, MAIL_SYSTEM, mailFromDomain);
                const { mailsPerConnection, emails, emailId } = site as Mailbox;
                """;

        assertThat(TypeScriptNames.of(source))
                .filteredOn(BannedWords.ofTypeScript()::isIn)
                .containsExactlyInAnyOrder("MailFrame", "mails", "mail", "openMail");
        assertThat(Stream.of(
                        "src/main/dashboard/kit/mail-frame.tsx#mail-frame",
                        "src/main/dashboard/workflows/simulated.tsx#mail",
                        "src/main/dashboard/workflows/simulated.tsx#SimulatedMail"))
                .filteredOn(BannedWords.ofTypeScript()::isIn)
                .containsExactly(
                        "src/main/dashboard/kit/mail-frame.tsx#mail-frame",
                        "src/main/dashboard/workflows/simulated.tsx#SimulatedMail");
        assertThat(Stream.of("workflows-mail", "tab.mail", "openMail", "audit.mail.paused", "mailbox-list")
                        .map("src/main/dashboard/language/en/settings.json#"::concat))
                .filteredOn(BannedWords.ofStylesAndTexts()::isIn)
                .extracting(name -> name.substring(name.indexOf('#') + 1))
                .containsExactly("workflows-mail", "tab.mail", "openMail");
        assertThat(TypeScriptNames.ofStylesAndTexts())
                .anyMatch(name -> name.endsWith("/kit/email-frame.css#email-frame"))
                .anyMatch(name -> name.endsWith("/language/de/emails.json#tab.email"));
    }

    @Test
    void eachKindOfNameInTypeScriptIsSearched() {
        var source = """
                /** A door. */ import { type Lane } from "./errand.ts"; // a shelf
                export interface Letter<Road> { readonly openDoor?: string; wish(vault: Road): void }
                const MAX_TURNS = 3, { rota: [, ladder = "needle"] } = 'court';
                export default function useStanding({ told, ...trail }: Letter) {
                  const pattern = /"[/"]walk/.test(`a parcel ${told.map((voice) => `desk ${voice}`)} of books`);
                  return <Room journey={told} title="trouble">{/* the till */}</Room>;
                }
                """;

        assertThat(TypeScriptNames.of(source))
                .filteredOn(BannedWords.ofTypeScript()::isIn)
                .containsExactlyInAnyOrder(
                        "Letter",
                        "Road",
                        "openDoor",
                        "wish",
                        "vault",
                        "MAX_TURNS",
                        "rota",
                        "ladder",
                        "useStanding",
                        "told",
                        "trail",
                        "voice",
                        "Room",
                        "journey");
        assertThat(TypeScriptNames.all())
                .anyMatch(name -> name.endsWith("/base/data.ts#useAnswer"))
                .anyMatch(name -> name.endsWith("/kit/form/plain-button.tsx#plain-button"))
                .anyMatch(name -> name.endsWith("/clients/typescript/client.ts#client"));
        assertThat(setters("const [asked, ask] = useState<string>(); const [, setOpen] = useState(false);"))
                .containsExactly("ask", "setOpen");
    }
}
