package io.godwit;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.ref.SoftReference;

/** The classes as the rules read them. They take hundreds of megabytes, so they go when the tests after them need the memory. */
final class ImportedClasses {

    private static SoftReference<JavaClasses> main = new SoftReference<>(null);
    private static SoftReference<JavaClasses> all = new SoftReference<>(null);

    private ImportedClasses() {}

    /** Those of the product. */
    static synchronized JavaClasses main() {
        var classes = main.get();
        if (classes == null) {
            classes = new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.godwit");
            main = new SoftReference<>(classes);
        }
        return classes;
    }

    /** Those of the product and of its tests. */
    static synchronized JavaClasses all() {
        var classes = all.get();
        if (classes == null) {
            classes = new ClassFileImporter().importPackages("io.godwit");
            all = new SoftReference<>(classes);
        }
        return classes;
    }
}
