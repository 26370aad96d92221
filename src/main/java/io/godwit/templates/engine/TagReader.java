package io.godwit.templates.engine;

import io.godwit.templates.engine.RenderScope.Interrupt;
import io.godwit.templates.engine.Tag.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a tag of Liquid, {@code {% name … %}}. */
final class TagReader {

    private final String name;
    private final Span span;
    private final TokenCursor tokens;
    private final ExpressionReader reader;

    private TagReader(String name, Span span, TokenCursor tokens) {
        this.name = name;
        this.span = span;
        this.tokens = tokens;
        this.reader = new ExpressionReader(tokens);
    }

    /** @param inside what stands between the signs, without those that trim */
    static Tag read(String inside, Span span) {
        var text = inside.strip();
        if (text.startsWith("#")) {
            return Tag.silent(span);
        }
        var name = name(text);
        try {
            return new TagReader(name, span, new TokenCursor(QuoteFinder.decoded(text.substring(name.length())))).tag();
        } catch (TemplateSyntaxException broken) {
            return Tag.broken(span, broken.sentence());
        }
    }

    /** The word a tag begins with; empty when it begins with something else. */
    static String name(String text) {
        var end = 0;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return text.substring(0, end);
    }

    private Tag tag() throws TemplateSyntaxException {
        return switch (name) {
            case "if", "unless", "case", "for", "tablerow", "capture" -> opening();
            case "elsif", "else", "when" -> dividing();
            case "endif", "endunless", "endcase", "endfor", "endtablerow", "endcapture" -> closing();
            case "assign", "echo", "increment", "decrement", "cycle", "break", "continue" -> statement();
            case "" -> throw new TemplateSyntaxException("A tag needs a name after {%");
            default -> throw new TemplateSyntaxException("There is no tag " + shown() + hint());
        };
    }

    private String shown() {
        return name.length() > 40 ? name.substring(0, 40) : name;
    }

    private String hint() {
        return switch (name) {
            case "elseif", "elif" -> "; write {% elsif … %}";
            case "end" -> "; write {% endif %} or {% endfor %}";
            case "set" -> "; write {% assign name = … %}";
            case "include", "render", "layout", "section", "block", "extends" ->
                ": a template cannot include another one";
            default -> "";
        };
    }

    private Tag opening() throws TemplateSyntaxException {
        TagHead.Opening head =
                switch (name) {
                    case "if" -> new TagHead.If(reader.condition());
                    case "unless" -> new TagHead.If(new Condition.Not(reader.condition()));
                    case "case" -> new TagHead.Case(reader.operand());
                    case "capture" -> new TagHead.Capture(captured());
                    default -> loop();
                };
        tokens.requireEnd();
        return Tag.opening(span, name, head, reader.warning());
    }

    /** Older templates have the name in quotes. */
    private String captured() throws TemplateSyntaxException {
        return tokens.peek().kind() == TagLexer.Kind.TEXT ? tokens.text() : tokens.name();
    }

    private TagHead.Opening loop() throws TemplateSyntaxException {
        var item = tokens.name();
        if (!tokens.takesName("in")) {
            throw new TemplateSyntaxException("After the name of the item comes in: {% " + name + " item in items %}");
        }
        var start = tokens.peek().start();
        var collection = reader.operand();
        var key = name + ' ' + item + ' ' + tokens.between(start).strip();
        var options = new LoopOptions();
        while (!tokens.isAtEnd()) {
            option(options);
            tokens.takes(",");
        }
        var loop = new LoopSource(
                item, collection, options.limit, options.offset, options.reversed, options.continues, key);
        return name.equals("for") ? new TagHead.For(loop) : new TagHead.TableRow(loop, options.columns);
    }

    /** The options of a loop while they are read. */
    private static final class LoopOptions {

        private Optional<Expression> limit = Optional.empty();
        private Optional<Expression> offset = Optional.empty();
        private Optional<Expression> columns = Optional.empty();
        private boolean reversed;
        private boolean continues;
    }

    private void option(LoopOptions options) throws TemplateSyntaxException {
        var option = tokens.name();
        if (option.equals("reversed")) {
            options.reversed = true;
            return;
        }
        tokens.require(":");
        if (option.equals("offset") && tokens.takesName("continue")) {
            options.continues = true;
            return;
        }
        var value = Optional.of(reader.operand());
        switch (option) {
            case "limit" -> options.limit = value;
            case "offset" -> options.offset = value;
            case "cols" -> options.columns = value;
            default -> throw new TemplateSyntaxException("A loop takes limit, offset, reversed, and cols in a table");
        }
    }

    private Tag dividing() throws TemplateSyntaxException {
        var head =
                switch (name) {
                    case "elsif" -> new TagHead.If(reader.condition());
                    case "when" -> new TagHead.When(values());
                    default -> new TagHead.Else();
                };
        tokens.requireEnd();
        return Tag.dividing(span, name, head, reader.warning());
    }

    private List<Expression> values() throws TemplateSyntaxException {
        var values = new ArrayList<>(List.of(reader.operand()));
        while (tokens.takes(",") || tokens.takesName("or")) {
            values.add(reader.operand());
        }
        return values;
    }

    /** Reads an end tag; text after its name is ignored. */
    private Tag closing() {
        return Tag.closing(span, name.substring("end".length()));
    }

    private Tag statement() throws TemplateSyntaxException {
        var node =
                switch (name) {
                    case "assign" -> assignment();
                    case "echo" -> PlaceholderReader.segment(reader.filtered(), false);
                    case "increment" -> new Statement.Counter(tokens.name(), 1);
                    case "decrement" -> new Statement.Counter(tokens.name(), -1);
                    case "cycle" -> cycle();
                    case "break" -> new Statement.Leave(Interrupt.BREAK);
                    default -> new Statement.Leave(Interrupt.CONTINUE);
                };
        tokens.requireEnd();
        return Tag.printing(span, node, reader.warning());
    }

    private TemplateNode assignment() throws TemplateSyntaxException {
        var variable = tokens.name();
        tokens.require("=");
        return new Statement.Assign(variable, reader.filtered());
    }

    private TemplateNode cycle() throws TemplateSyntaxException {
        var first = reader.filtered();
        var isGroup = tokens.takes(":");
        var values = new ArrayList<Expression>();
        values.add(isGroup ? reader.filtered() : first);
        while (tokens.takes(",")) {
            values.add(reader.filtered());
        }
        return new Statement.Cycle(isGroup ? Optional.of(first) : Optional.empty(), values);
    }
}
