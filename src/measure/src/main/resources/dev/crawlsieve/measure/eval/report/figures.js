'use strict';

const Z = 1.959964; // 95 % of a normal distribution are within this many standard deviations

/**
 * The share of right drops with its 95 % interval, or null if none is judged.
 *
 * A judged drop stands for as many drops as its stratum has for each that is judged; strata without
 * labels are left out. The interval is Wilson's for the effective number of labels (Kish): the
 * square of the sum of weights over the sum of their squares.
 *
 * @param strata each with drops, and of those judged the numbers of right and wrong
 */
function precision(strata) {
  let weights = 0, squares = 0, right = 0;
  for (const stratum of strata) {
    const judged = stratum.right + stratum.wrong;
    if (judged > 0) {
      weights += stratum.drops;
      squares += judged * weight(stratum) ** 2;
      right += stratum.right * weight(stratum);
    }
  }
  return weights === 0 ? null : wilson(right / weights, weights * weights / squares);
}

/** How many drops each label of a stratum stands for. */
function weight(stratum) {
  return stratum.drops / Math.max(1, stratum.right + stratum.wrong);
}

/** Wilson's interval (1927) for a share among n. */
function wilson(share, n) {
  const z2 = Z * Z / n;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = Z / (1 + z2) * Math.sqrt(share * (1 - share) / n + z2 / (4 * n));
  return {share, low: Math.max(0, middle - half), high: Math.min(1, middle + half)};
}
