package io.godwit;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Collects the names that sources of TypeScript use: of types, functions, variables, members and files, each as {@code place#name}. */
final class TypeScriptNames {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*");

    private static final Pattern STYLE_CLASS = Pattern.compile("\\.([a-z][\\w-]*)");
    private static final Pattern TEXT_KEY = Pattern.compile("(?m)^ *\"([^\"]+)\":");

    /** Signs behind which a slash begins a pattern and divides nothing. */
    private static final String BEFORE_PATTERN = "(,=:[!&|?;{\n";

    /** The folders of sources in TypeScript: the dashboard, and clients that tests run. */
    private static final Set<String> FOLDERS = Set.of("src/main/dashboard", "src/test/clients");

    private TypeScriptNames() {}

    /** The names of all sources of the dashboard and of the clients that tests run. */
    static Stream<String> all() {
        return sources().flatMap(TypeScriptNames::of);
    }

    /** The sources of TypeScript that are written by hand. */
    static Stream<NamesInUse.SourceFile> sources() {
        return FOLDERS.stream()
                .flatMap(folder -> Stream.of(".ts", ".tsx").flatMap(ending -> NamesInUse.files(folder, ending)));
    }

    /** The classes of the dashboard's styles and the keys of its texts. */
    static Stream<String> ofStylesAndTexts() {
        return Stream.concat(
                ofStylesOrTexts("src/main/dashboard", ".css", STYLE_CLASS),
                ofStylesOrTexts("src/main/dashboard/language", ".json", TEXT_KEY));
    }

    private static Stream<String> ofStylesOrTexts(String folder, String ending, Pattern name) {
        return NamesInUse.files(folder, ending).flatMap(file -> name.matcher(file.text())
                .results()
                .map(match -> file.path() + "#" + match.group(1))
                .distinct());
    }

    private static Stream<String> of(NamesInUse.SourceFile source) {
        return Stream.concat(
                        Stream.of(source.path().getFileName().toString().replaceFirst("\\.tsx?$", "")),
                        of(source.text()))
                .map(name -> source.path() + "#" + name);
    }

    /** The names in a source, each once; not the words of its comments, texts and patterns. */
    static Stream<String> of(String source) {
        return IDENTIFIER
                .matcher(new Code(source).text())
                .results()
                .map(MatchResult::group)
                .distinct();
    }

    /** A source without its comments, texts and patterns; expressions within a template are code. */
    private static final class Code {

        private final String source;
        private final StringBuilder text = new StringBuilder();
        private int at;

        Code(String source) {
            this.source = source;
        }

        String text() {
            readTo(false);
            return text.toString();
        }

        /** Reads code to the end of the source, or to the brace that closes an expression of a template. */
        private void readTo(boolean brace) {
            for (var depth = 0; at < source.length(); ) {
                var sign = source.charAt(at);
                if (brace && sign == '}' && depth == 0) {
                    return;
                }
                depth += sign == '{' ? 1 : sign == '}' ? -1 : 0;
                if (source.startsWith("//", at)) {
                    skipTo("\n");
                } else if (source.startsWith("/*", at)) {
                    skipTo("*/");
                } else if (sign == '`') {
                    readTemplate();
                } else if (sign == '"' || sign == '\'' || (sign == '/' && beginsPattern())) {
                    skipLiteral(sign);
                } else {
                    text.append(sign);
                    at++;
                }
            }
        }

        private void readTemplate() {
            for (at++; at < source.length() && source.charAt(at) != '`'; at++) {
                if (source.charAt(at) == '\\') {
                    at++;
                } else if (source.startsWith("${", at)) {
                    at += 2;
                    text.append(' ');
                    readTo(true);
                }
            }
            text.append(' ');
            at++;
        }

        private boolean beginsPattern() {
            var before = text.toString().stripTrailing();
            return !source.startsWith("/>", at)
                    && (before.isEmpty()
                            || before.endsWith("return")
                            || before.endsWith("=>")
                            || BEFORE_PATTERN.indexOf(before.charAt(before.length() - 1)) >= 0);
        }

        /** Skips a text or a pattern, both of which end in their line; a slash within brackets ends no pattern. */
        private void skipLiteral(char end) {
            var isClass = false;
            for (at++; at < source.length() && source.charAt(at) != '\n'; at++) {
                var sign = source.charAt(at);
                if (sign == '\\') {
                    at++;
                } else if (sign == end && !isClass) {
                    break;
                } else if (end == '/') {
                    isClass = sign == '[' || (isClass && sign != ']');
                }
            }
            text.append(' ');
            at++;
        }

        private void skipTo(String end) {
            var to = source.indexOf(end, at + 2);
            at = to < 0 ? source.length() : to + (end.equals("\n") ? 0 : end.length());
        }
    }
}
