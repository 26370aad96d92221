package io.godwit.templates.filters;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** Writes a moment by the directives of {@code strftime}, with Ruby's flags and widths: {@code %-d}, {@code %^b}, {@code %3N}. */
final class StrftimeFormatter {

    /** Characters a padded number may have. */
    private static final int MAX_WIDTH = 32;

    private static final String FLAGS = "-0^#_:";

    /** The short name of a zone at a moment: CET in winter and CEST in summer. */
    private static final DateTimeFormatter ZONE = DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH);

    private final ZonedDateTime moment;
    private final StringBuilder text = new StringBuilder();

    private StrftimeFormatter(ZonedDateTime moment) {
        this.moment = moment;
    }

    /** An unknown directive stays as it is. */
    static String format(String format, ZonedDateTime moment) {
        return new StrftimeFormatter(moment).all(format);
    }

    private String all(String format) {
        var at = 0;
        while (at < format.length()) {
            var percent = format.indexOf('%', at);
            if (percent < 0) {
                break;
            }
            text.append(format, at, percent);
            at = directive(format, percent);
        }
        return text.append(format, at, format.length()).toString();
    }

    private int directive(String format, int percent) {
        var at = percent + 1;
        while (at < format.length() && FLAGS.indexOf(format.charAt(at)) >= 0) {
            at++;
        }
        var flags = format.substring(percent + 1, at);
        var width = 0;
        while (at < format.length() && Character.digit(format.charAt(at), 10) >= 0) {
            width = Math.min(MAX_WIDTH, 10 * width + Character.digit(format.charAt(at++), 10));
        }
        if (at == format.length()) {
            text.append(format, percent, at);
            return at;
        }
        var written = new Directive(flags, width).write(format.charAt(at));
        text.append(written.isEmpty() ? format.substring(percent, at + 1) : written);
        return at + 1;
    }

    /** One directive's flags and its least width, 0 for the usual one. */
    private final class Directive {

        private final String flags;
        private final int width;

        private Directive(String flags, int width) {
            this.flags = flags;
            this.width = width;
        }

        /** Empty for an unknown letter. */
        private String write(char character) {
            return switch (character) {
                case 'Y',
                        'C',
                        'y',
                        'm',
                        'd',
                        'e',
                        'j',
                        'H',
                        'k',
                        'I',
                        'l',
                        'M',
                        'S',
                        'L',
                        'N',
                        's',
                        'u',
                        'w',
                        'G',
                        'g',
                        'V',
                        'U',
                        'W' -> number(character);
                case 'c' -> nested("%a %b %e %H:%M:%S %Y");
                case 'D', 'x' -> nested("%m/%d/%y");
                case 'F' -> nested("%Y-%m-%d");
                case 'T', 'X' -> nested("%H:%M:%S");
                case 'R' -> nested("%H:%M");
                case 'r' -> nested("%I:%M:%S %p");
                case 'v' -> nested("%e-%^b-%Y");
                case '+' -> nested("%a %b %e %H:%M:%S %Z %Y");
                default -> word(character);
            };
        }

        private String nested(String format) {
            return cased(StrftimeFormatter.format(format, moment));
        }

        private String word(char character) {
            return switch (character) {
                case 'A' -> cased(moment.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
                case 'a' -> cased(moment.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
                case 'B' -> cased(moment.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
                case 'b', 'h' -> cased(moment.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
                case 'p' -> flags.contains("#") ? half().toLowerCase(Locale.ROOT) : half();
                case 'P' -> half().toLowerCase(Locale.ROOT);
                case 'q' -> ordinal(moment.getDayOfMonth());
                case 'Z' -> moment.getZone().getId().equals("Z") ? "UTC" : ZONE.format(moment);
                case 'z' -> offset();
                case '%' -> "%";
                case 'n' -> "\n";
                case 't' -> "\t";
                default -> "";
            };
        }

        private String cased(String word) {
            return padded(
                    flags.contains("^") || flags.contains("#") ? word.toUpperCase(Locale.ROOT) : word, " ", width);
        }

        private String half() {
            return padded(moment.getHour() < 12 ? "AM" : "PM", " ", width);
        }

        private static String ordinal(int day) {
            var teen = day >= 11 && day <= 13;
            return teen ? "th" : day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th";
        }

        private String offset() {
            var minutes = moment.getOffset().getTotalSeconds() / 60;
            var separator = flags.contains(":") ? ":" : "";
            return String.format(
                    Locale.ROOT,
                    "%s%02d%s%02d",
                    minutes < 0 ? "-" : "+",
                    Math.abs(minutes) / 60,
                    separator,
                    Math.abs(minutes) % 60);
        }

        private String number(char character) {
            return switch (character) {
                case 'Y' -> number(moment.getYear(), 1, "0");
                case 'C' -> number(Math.floorDiv(moment.getYear(), 100), 2, "0");
                case 'y' -> number(Math.floorMod(moment.getYear(), 100), 2, "0");
                case 'm' -> number(moment.getMonthValue(), 2, "0");
                case 'd' -> number(moment.getDayOfMonth(), 2, "0");
                case 'e' -> number(moment.getDayOfMonth(), 2, " ");
                case 'j' -> number(moment.getDayOfYear(), 3, "0");
                case 'u' -> number(moment.getDayOfWeek().getValue(), 1, "0");
                case 'w' -> number(weekday(), 1, "0");
                case 'G' -> number(moment.get(IsoFields.WEEK_BASED_YEAR), 1, "0");
                case 'g' -> number(moment.get(IsoFields.WEEK_BASED_YEAR) % 100, 2, "0");
                case 'V' -> number(moment.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, "0");
                case 'U' -> number((moment.getDayOfYear() + 6 - weekday()) / 7, 2, "0");
                case 'W' -> number((moment.getDayOfYear() + 6 - (weekday() + 6) % 7) / 7, 2, "0");
                default -> time(character);
            };
        }

        private String time(char character) {
            return switch (character) {
                case 'H' -> number(moment.getHour(), 2, "0");
                case 'k' -> number(moment.getHour(), 2, " ");
                case 'I' -> number(moment.get(ChronoField.CLOCK_HOUR_OF_AMPM), 2, "0");
                case 'l' -> number(moment.get(ChronoField.CLOCK_HOUR_OF_AMPM), 2, " ");
                case 'M' -> number(moment.getMinute(), 2, "0");
                case 'S' -> number(moment.getSecond(), 2, "0");
                case 's' -> number(moment.toEpochSecond(), 1, "0");
                default -> fraction(width > 0 ? width : character == 'L' ? 3 : 9);
            };
        }

        /** From Sunday, which is 0. */
        private int weekday() {
            return moment.getDayOfWeek().getValue() % 7;
        }

        private String fraction(int digits) {
            var nanos = padded(Integer.toString(moment.getNano()), "0", 9);
            return digits <= 9 ? nanos.substring(0, digits) : nanos + "0".repeat(digits - 9);
        }

        private String number(long number, int usual, String padding) {
            if (flags.contains("-")) {
                return Long.toString(number);
            }
            var with = flags.contains("_") ? " " : flags.contains("0") ? "0" : padding;
            return padded(Long.toString(number), with, width > 0 ? width : usual);
        }

        private static String padded(String word, String padding, int width) {
            return padding.repeat(Math.max(0, width - word.length())) + word;
        }
    }
}
