// A classic script in the head, so that the chosen colours are there before anything is painted.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('leafstrap.theme');
  } catch {
    // storage can be switched off; then the system's colours it is
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();
