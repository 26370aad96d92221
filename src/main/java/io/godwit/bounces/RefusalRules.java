package io.godwit.bounces;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The patterns of refusal texts by class: the lines of {@code bounces/refusals.tsv}, whose head explains their format. The
 * first line that matches decides.
 *
 * @param before those asked before the enhanced code has its say
 * @param overriding those of them that are asked even where code and words mean dead
 * @param after those asked after the enhanced code
 */
record RefusalRules(List<Rule> before, List<Rule> overriding, List<Rule> after) {

    private static final String BEFORE = "before";
    private static final String OVERRIDING = "overriding";
    private static final String AFTER = "after";
    private static final List<String> TIMES = List.of(BEFORE, OVERRIDING, AFTER);

    private static final RefusalRules DEFAULT = load("/bounces/refusals.tsv");

    /**
     * One rule of the file.
     *
     * @param codes beginnings of basic or enhanced codes it is limited to; empty for any and for none
     * @param own whether an operator wrote it, who knows the whole sentence
     */
    record Rule(
            RefusalClass kind, ClassifiedRefusal.Evidence evidence, List<String> codes, Pattern words, boolean own) {

        boolean matches(String text, Optional<String> enhanced, Optional<Integer> code) {
            return matches(enhanced.orElse(""), code.map(String::valueOf).orElse(""))
                    && words.matcher(text).find();
        }

        /** Returns whether the words need no other sign of what they are about: an operator or an enhanced code vouches for them. */
        boolean isCertain() {
            return own || codes.stream().anyMatch(code -> code.contains("."));
        }

        private boolean matches(String enhanced, String code) {
            return codes.isEmpty()
                    || codes.stream().anyMatch(begin -> enhanced.startsWith(begin) || code.startsWith(begin));
        }
    }

    RefusalRules {
        before = List.copyOf(before);
        overriding = List.copyOf(overriding);
        after = List.copyOf(after);
    }

    static RefusalRules standard() {
        return DEFAULT;
    }

    /** Returns these rules behind those of the text, which is parsed as {@link #parse} does it. */
    RefusalRules behind(String text) {
        var first = parse(text);
        return new RefusalRules(
                joined(first.before, before), joined(first.overriding, overriding), joined(first.after, after));
    }

    private static List<Rule> joined(List<Rule> first, List<Rule> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static RefusalRules load(String resource) {
        try (InputStream lines = Objects.requireNonNull(RefusalRules.class.getResourceAsStream(resource))) {
            return parse(new String(lines.readAllBytes(), StandardCharsets.UTF_8), false);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Parses the rules of an operator; fails with an {@link IllegalArgumentException} that names the first wrong line. */
    static RefusalRules parse(String text) {
        return parse(text, true);
    }

    private static RefusalRules parse(String text, boolean own) {
        var before = new ArrayList<Rule>();
        var overriding = new ArrayList<Rule>();
        var after = new ArrayList<Rule>();
        for (var line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            var cells = line.split("\t", 4);
            if (cells.length < 4 || !TIMES.contains(cells[0])) {
                throw new IllegalArgumentException("Not a rule: " + line);
            }
            var rule = rule(line, cells, own);
            switch (cells[0]) {
                case OVERRIDING -> {
                    before.add(rule);
                    overriding.add(rule);
                }
                case AFTER -> after.add(rule);
                default -> {
                    before.add(rule);
                    if (rule.kind() == RefusalClass.FULL) {
                        overriding.add(rule);
                    }
                }
            }
        }
        return new RefusalRules(before, overriding, after);
    }

    private static Rule rule(String line, String[] cells, boolean own) {
        try {
            var meaning = cells[1].split("/", 2);
            var kind = RefusalClass.valueOf(meaning[0]);
            return new Rule(
                    kind,
                    meaning.length > 1 ? ClassifiedRefusal.Evidence.valueOf(meaning[1]) : evidence(kind),
                    cells[2].equals("*") ? List.of() : List.of(cells[2].split(",", -1)),
                    Pattern.compile(cells[3].strip()),
                    own);
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException("Not a regular expression: " + line, wrong);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("No such class of refusals: " + line, unknown);
        }
    }

    static ClassifiedRefusal.Evidence evidence(RefusalClass kind) {
        return switch (kind) {
            case DEAD -> ClassifiedRefusal.Evidence.POSITIVE;
            case CLOSED -> ClassifiedRefusal.Evidence.SECOND_WITHIN_A_WEEK;
            case FULL -> ClassifiedRefusal.Evidence.SEVERAL_IN_A_ROW;
            default -> ClassifiedRefusal.Evidence.NONE;
        };
    }
}
