package dev.crawlsieve.lab.detectors;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.constraints.LongRange;

/** Few distinct numbers, so that random sets overlap. */
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@LongRange(min = 0, max = 30)
@interface LongRangeSmall {}
