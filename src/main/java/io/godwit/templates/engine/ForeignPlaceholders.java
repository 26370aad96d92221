package io.godwit.templates.engine;

import io.godwit.templates.engine.Tag.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the placeholders of other mail services, which would be sent to the recipient as text, and says how they are written
 * here. Only clear cases are found: {@code 100%}, style sheets, and encoded addresses are not. Inside {@code raw} everything is
 * allowed.
 */
final class ForeignPlaceholders {

    private static final Map<String, String> FOREIGN_TO_NATIVE_NAME = Map.ofEntries(
            Map.entry("fname", "firstName"),
            Map.entry("firstname", "firstName"),
            Map.entry("lname", "lastName"),
            Map.entry("lastname", "lastName"),
            Map.entry("fullname", "name"),
            Map.entry("username", "userName"),
            Map.entry("mail", "email"),
            Map.entry("emailaddress", "email"),
            Map.entry("recipient", "email"),
            Map.entry("recipientemail", "email"),
            Map.entry("recipientname", "name"),
            Map.entry("recipientfname", "firstName"),
            Map.entry("recipientlname", "lastName"),
            Map.entry("unsub", "unsubscribeUrl"),
            Map.entry("unsubscribe", "unsubscribeUrl"),
            Map.entry("unsubscribeurl", "unsubscribeUrl"),
            Map.entry("unsubscribelink", "unsubscribeUrl"),
            Map.entry("unsubscribetext", "unsubscribeUrl"),
            Map.entry("subscriptionunsubscribe", "unsubscribeUrl"),
            Map.entry("subscriptionunsubscribeurl", "unsubscribeUrl"),
            Map.entry("subscriptionmanage", "manageUrl"),
            Map.entry("subscriptionmanageurl", "manageUrl"),
            Map.entry("preferences", "manageUrl"),
            Map.entry("preferencesurl", "manageUrl"),
            Map.entry("subscriberprefs", "manageUrl"),
            Map.entry("asmgroupunsubscriberawurl", "unsubscribeUrl"),
            Map.entry("asmglobalunsubscriberawurl", "unsubscribeUrl"),
            Map.entry("asmpreferencesrawurl", "manageUrl"),
            Map.entry("unsubscribepreferences", "manageUrl"),
            Map.entry("tagunsubscribeurl", "unsubscribeUrl"),
            Map.entry("mailinglistunsubscribeurl", "unsubscribeUrl"),
            Map.entry("updateprofile", "manageUrl"));

    /** Names of links to a copy of an email on the web, which there is none of here. */
    private static final Pattern WEB_COPY = Pattern.compile(
            "(?i)webversion|webcopy|cantread|web_?view.*|online_?version|viewinbrowser|newsletter_view.*|forwardtoafriend");

    /** A name with a dot before its first word, as in the templates of Go. */
    private static final Pattern DOTTED = Pattern.compile("\\s\\.(?:[A-Za-z]|$)");

    /** Quoted text, a name in braces, or a call: parts of expressions, and not of a name such as {@code Mother's name}. */
    private static final Pattern EXPRESSION =
            Pattern.compile("(?<![^\\s(,=])(?:\"[^\"]{0,200}\"|'[^']{0,200}'|&quot;)|\\$\\{|[A-Za-z]\\(\\)$");

    /** The slice of a list or a text in Python and Jinja. */
    private static final Pattern SLICE = Pattern.compile("\\[\\s?-?\\d*\\s?:\\s?-?\\d*\\s?\\]");

    private static final Pattern CALCULATION = Pattern.compile("\\S [*/+-] \\d");

    private static final Pattern COMPARISON = Pattern.compile("(?: (?:==|!=|<>|<=|>=|&&|\\|\\|) | [<>] -?\\d)");

    /** Conditions in the block of a name: a call with its arguments, as Handlebars has them, and operators. */
    private static final Pattern CALL = Pattern.compile(
            "^(?:\\(|(?:eq|ne|neq|gt|gte|lt|lte|isset)\\s|(?:equals|contains|compare|and|or)\\s.{0,200}[\\s(][\"'(\\d])");

    /** {@code plan and vip} may be a name, and is a condition where nobody has such a value. */
    private static final Pattern CONDITION =
            Pattern.compile("[<>=|]|!=|&&|^[a-z][\\w.]{0,60} (?:and|or|contains) [\"']");

    private static final Pattern LIST = Pattern.compile(
            "^\\(|\\||[\"=]|\\b(?:limit|offset|reversed)\\b ?:|^[a-z]\\w{0,60} in [a-z]|^[a-z][\\w.]{0,60} as ");

    private static final String AS_IT_IS = ", or put it between {% raw %} and {% endraw %} to send it as it stands";

    private ForeignPlaceholders() {}

    /** Returns the problem of the first placeholder of another service that is outside of all tags; empty when there is none. */
    static Optional<TemplateProblem> first(String source, List<Tag> tags) {
        var found = ForeignSyntax.matcher(source);
        var at = 0;
        var scriptEnd = 0;
        while (found.find()) {
            while (at < tags.size() && tags.get(at).end() <= found.start()) {
                at++;
            }
            var isInTag = at < tags.size()
                    && tags.get(at).kind() != Kind.BROKEN
                    && tags.get(at).start() < found.end();
            var isInScript = found.start() < scriptEnd;
            if (ForeignSyntax.isScript(found)) {
                scriptEnd = isInScript ? scriptEnd : ForeignSyntax.scriptEnd(source, found.end());
            } else if (!isInTag && !(isInScript && ForeignSyntax.isCode(found))) {
                return Optional.of(TemplateProblem.at(source, found.start(), sentence(found)));
            }
        }
        return Optional.empty();
    }

    private static String sentence(Matcher found) {
        if (found.group("mjml") != null) {
            return "This is MJML; give the HTML that is made of it";
        } else if (found.group("comment") != null) {
            return shown(found) + " is a comment of another language; write {% comment %} … {% endcomment %}"
                    + AS_IT_IS;
        }
        var placeholder = shown(found) + " is a placeholder of another service; ";
        return ForeignSyntax.GROUPS.stream()
                .filter(group -> found.group(group) != null)
                .findFirst()
                .map(group -> placeholder + advice(group, found.group(group)) + AS_IT_IS)
                .orElse(placeholder + "write {{name}}");
    }

    private static String advice(String group, String inside) {
        if (WEB_COPY.matcher(inside).matches()) {
            return "leave it out, because emails have no copy on the web here";
        } else if (inside.startsWith("SENDER-INFO")) {
            return "write your postal address";
        } else if (group.equals("script") || group.equals("block") || group.equals("ruby")) {
            return "write {% if … %} or {{name}}";
        }
        return "write " + nativeName(group, inside);
    }

    private static String shown(MatchResult found) {
        return found.group().length() > 60 ? found.group().substring(0, 60) + "…" : found.group();
    }

    private static String nativeName(String group, String inside) {
        if (!group.equals("merge")) {
            return "{{" + name(inside) + "}}";
        }
        var word = inside.split("[:|]", 2)[0];
        var remaining = inside.substring(Math.min(inside.length(), word.length() + 1));
        return switch (word) {
            case "IF", "IFNOT" -> "{% " + (word.equals("IF") ? "if " : "unless ") + condition(remaining) + " %}";
            case "ELSEIF" -> "{% elsif " + condition(remaining) + " %}";
            case "ELSE" -> "{% else %}";
            case "END" -> "{% endif %}";
            default -> "{{" + name(word) + "}}";
        };
    }

    /** Returns a condition of another service, such as {@code PLAN=Pro}, as one of Liquid. */
    private static String condition(String foreign) {
        var sides = foreign.split("=", 2);
        return sides.length == 1 ? name(foreign) : name(sides[0]) + " == \"" + sides[1] + "\"";
    }

    /** Returns the name that a contact's data most likely has for the foreign one. */
    private static String name(String foreign) {
        var characters = foreign.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
        var known = FOREIGN_TO_NATIVE_NAME.get(characters);
        if (known != null) {
            return known;
        }
        return foreign.equals(foreign.toUpperCase(Locale.ROOT)) ? foreign.toLowerCase(Locale.ROOT) : foreign;
    }

    /** The reason to refuse the inside of a placeholder although it could be the name of a value; empty when it is sound. */
    static String warning(String inside) {
        var foreign = "\"" + (inside.length() > 40 ? inside.substring(0, 40) : inside)
                + "\" is written for another language; ";
        if (inside.startsWith("forloop.counter") || inside.startsWith("loop.index")) {
            return foreign + "write {{forloop.index}}, or {{forloop.index0}} to count from 0";
        }
        if (inside.startsWith("else if ") || inside.startsWith("elseif ") || inside.startsWith("elsif ")) {
            return foreign + "write {% if … %}{% elsif … %}{% endif %}";
        }
        return switch (inside.charAt(0)) {
            case '.' -> foreign + "write {{name}} without the dot";
            case '!' -> foreign + "write {% comment %} … {% endcomment %}";
            case '>' -> foreign + "a template cannot include another one";
            case '^' -> foreign + "write {% unless name %} … {% endunless %}";
            case '&' -> foreign + "write {{{name}}} for a value that is not escaped";
            case '=' -> foreign + "write {{name}} without the sign";
            case '~' -> foreign + "write {{- name -}} to cut off the blanks around it";
            case '@' -> foreign + "write {{forloop.index0}}, {{forloop.first}} or {{forloop.last}} in a {% for %}";
            default -> expression(inside).map(foreign::concat).orElse("");
        };
    }

    private static Optional<String> expression(String inside) {
        if (inside.indexOf('[') >= 0) {
            return SLICE.matcher(inside).find()
                    ? Optional.of(
                            "write {{ name | slice: 0, 2 }} for the first two, or {% for item in items limit: 2 %}")
                    : Optional.empty();
        } else if (EXPRESSION.matcher(inside).find()) {
            return Optional.of("write {{ name | default: \"you\" }} or {% if name %} … {% endif %}");
        } else if (COMPARISON.matcher(inside).find()) {
            return Optional.of("write {% if " + inLiquid(inside) + " %} … {% endif %}");
        } else if (DOTTED.matcher(inside).find()) {
            return Optional.of(
                    "write {{name}} without the dot, and {% if name %} or {% for item in items %} for a block");
        }
        return CALCULATION.matcher(inside).find()
                ? Optional.of("write {{ number | plus: 1 }}, with minus, times or divided_by for the others")
                : Optional.empty();
    }

    /** Returns a condition with the operators of Liquid. */
    private static String inLiquid(String condition) {
        return condition.replace("&&", "and").replace("||", "or");
    }

    /**
     * Returns the reason to refuse a block that takes the name of a value alone, although its text could be one: it would be a
     * value that nobody has, and the block never shown. Empty when it is sound.
     *
     * @param word {@code #if} or {@code #each}
     */
    static String warning(String word, String name) {
        var taken = word + " takes the name of a value alone; ";
        if (name.startsWith("../")) {
            return taken + "write it without ../";
        } else if (name.startsWith("@")) {
            return taken + "write {% if forloop.first %} or {% if forloop.last %} in a {% for %}";
        } else if (word.equals("#each")) {
            return LIST.matcher(name).find()
                    ? taken + "write {% for item in items %} … {% endfor %}" + named("{% for item in ", name)
                    : "";
        } else if (name.startsWith("!")) {
            return taken + "write {% unless name %} … {% endunless %}";
        } else if (CALL.matcher(name).find()) {
            return taken + "write {% if name == \"x\" %} … {% endif %}" + named("{% if ", name);
        }
        return CONDITION.matcher(name).find()
                ? taken + "write {% if " + inLiquid(name) + " %} … {% endif %}" + named("{% if ", name)
                : "";
    }

    /** Returns the tag for a value that has such a name indeed. */
    private static String named(String tag, String name) {
        return name.indexOf('"') >= 0 || name.length() > 60
                ? ""
                : ", or " + tag + "[\"" + name + "\"] %} for a value of that name";
    }

    /** A hint for the author: the Liquid tag to write in place of a Handlebars block. */
    static String hint(String inside) {
        return inside.startsWith("#unless") || inside.startsWith("#with") || inside.startsWith("/unless")
                ? "write {% unless name %} … {% endunless %}"
                : "everything else is written in Liquid, for example {% if name == \"x\" %}";
    }
}
