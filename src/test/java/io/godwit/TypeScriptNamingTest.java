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
