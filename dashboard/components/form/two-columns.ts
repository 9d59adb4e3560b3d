/** Two fields beside each other where both have that much room, which grows with the text; else one below the other. */
export const twoColumns = (least = '10rem') => `repeat(auto-fit, minmax(min(100%, max(${least}, 40%)), 1fr))`;
